#!/bin/sh
# Imports the models of a folder in Godot, without a window, and compares them with what the program says:
# GODOT=/usr/bin/godot integrations/godot/tests/try.sh fixtures
# The program `retromesh` has to be in a folder of PATH.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp -R "$here/addons" "$project/addons"
cp -R "$1" "$project/models"
cat > "$project/project.godot" <<END
config_version=5
[application]
config/name="retromesh"
[editor_plugins]
enabled=PackedStringArray("res://addons/retromesh/plugin.cfg")
END
"${GODOT:-godot}" --headless --path "$project" --import > "$project/log" 2>&1 || { cat "$project/log"; exit 1; }
"${GODOT:-godot}" --headless --path "$project" --script "$here/tests/compare.gd"
