"""Runs the tests of a script in Blender."""

import sys
import tempfile

import blender as extension


def run(name, tests):
    """Runs each test, with a folder of its own if it takes one; says which failed, how many did not, and ends."""
    extension.register()
    failed = []
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(*[folder][: test.__code__.co_argcount])
            except Exception as error:
                failed.append(f"{test.__name__}: {type(error).__name__}: {error}")
    for line in failed:
        print("PROBLEM", line)
    print(f"{name}: {len(tests) - len(failed)} of {len(tests)}")
    sys.exit(1 if failed else 0)
