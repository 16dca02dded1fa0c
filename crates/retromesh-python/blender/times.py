"""Frames: one of Blender's is a tick of the file where the rate of the file allows it, and each action knows what a tick of its own is.

Times go through the GLB as frames, at one frame a second, so that nothing is rounded to the rate that the scene happens to have."""

import contextlib
import json

import numpy as np

from . import binary, imports

# A custom property of actions: what their clip is in the file, as JSON.
CLIP = "retromesh_clip"
# The rates that are tried for ticks that are not frames, in this order, and those that Blender's users expect.
USUAL = (24.0, 30.0, 60.0, 25.0, 15.0, 12.0, 10.0, 20.0, 48.0, 50.0, 120.0)
SLOWEST, FASTEST = 2.0, 240.0
# How far a key may lie from a whole frame.
NEAR = 1e-3


@contextlib.contextmanager
def as_seconds(context):
    """Lets Blender take a frame for a second meanwhile."""
    render = context.scene.render
    before = render.fps, render.fps_base
    render.fps, render.fps_base = 1, 1.0
    try:
        yield
    finally:
        render.fps, render.fps_base = before


def rate_of(context):
    """Returns the frames a second of the scene."""
    return context.scene.render.fps / context.scene.render.fps_base


def set_rate(context, rate):
    """Sets the frames a second of the scene."""
    whole = max(1, round(rate))
    context.scene.render.fps, context.scene.render.fps_base = whole, whole / rate


def own(item):
    """Returns what the library says of an item of a tree."""
    found = (item.get("extras") or {}).get("retromesh")
    return found if isinstance(found, dict) else {}


def is_whole(frames):
    """Returns whether all are whole frames."""
    return bool(np.all(np.abs(frames - np.round(frames)) <= NEAR))


def best_rate(timed):
    """Returns the rate at which all keys are on whole frames, given ticks with their rates: that of the file, else a usual one."""
    rates = [rate for _, rate in timed]
    own_rate = [rates[0]] if rates and SLOWEST <= rates[0] <= FASTEST else []
    doubles = [rates[0] * n for n in (2, 4, 8) if SLOWEST <= rates[0] * n <= FASTEST] if rates else []
    for rate in [*own_rate, *USUAL, *doubles]:
        if all(is_whole(ticks * (rate / other)) for ticks, other in timed):
            return rate
    return (own_rate or [60.0])[0]


def to_frames(tree, rest, clips, rate=None):
    """Turns the seconds of a tree's animations into frames, and notes in their clips what a tick is. Returns the frames a second."""
    timed = []
    for animation, clip in zip(tree.get("animations", []), clips):
        clip["rate"] = own(animation).get("ticksPerSecond", 1.0)
        for number in sorted({sampler["input"] for sampler in animation["samplers"]}):
            timed.append((binary.read(tree, rest, number)[:, 0].astype(float) * clip["rate"], clip["rate"]))
    rate = rate or best_rate(timed)
    done = {}
    for animation, clip in zip(tree.get("animations", []), clips):
        clip["step"] = rate / clip["rate"]
        times = []
        for sampler in animation["samplers"]:
            number = sampler["input"]
            if number not in done:
                frames = binary.read(tree, rest, number)[:, 0].astype(float) * rate
                whole = np.round(frames)
                frames = np.where(np.abs(frames - whole) <= NEAR, whole, frames)
                done[number] = (_add(tree, rest, frames), frames)
            sampler["input"], frames = done[number]
            times += [frames[0], frames[-1]] if len(frames) else []
        clip["start"] = float(min(times, default=0.0))
        clip["frames"] = [int(np.floor(clip["start"])), int(np.ceil(max(times, default=0.0)))]
    return rate


def _add(tree, rest, times):
    about = {"type": "SCALAR", "min": [float(np.float32(times.min()))], "max": [float(np.float32(times.max()))]}
    return binary.add(tree, rest, times, about)


def range_of(action):
    """Returns the first and the last frame of an action. That of an import has also the keys that were set outside of the range of its
    clip, unless a person has changed that range."""
    first, last = action.frame_range
    clip = json.loads(action.get(CLIP, "{}"))
    if not action.use_frame_range or [first, last] != clip.get("frames"):
        return first, last
    # The range of an import has all the keys that its file has.
    now = action.curve_frame_range
    return min(first, float(np.floor(now[0] + NEAR))), max(last, float(np.ceil(now[1] - NEAR)))


def leaves_keys(action):
    """Returns whether an action has keys outside of the range that a person gave it."""
    if range_of(action) != tuple(action.frame_range) or not action.use_frame_range:
        return False
    clip = json.loads(action.get(CLIP, "{}"))
    (first, last), now = action.frame_range, action.curve_frame_range
    return [first, last] != clip.get("frames") and (now[0] < first - NEAR or now[1] > last + NEAR)


@contextlib.contextmanager
def whole_ranges(actions):
    """Gives actions the ranges that they are exported with meanwhile."""
    before = [
        (action, tuple(action.frame_range)) for action in actions if range_of(action) != tuple(action.frame_range)
    ]
    for action, _ in before:
        action.frame_start, action.frame_end = range_of(action)
    try:
        yield
    finally:
        for action, (first, last) in before:
            action.frame_start, action.frame_end = first, last


class Kept:
    """What the actions of Blender know of the clips that they were."""

    def __init__(self, context, actions, as_in_file=True):
        self.rate = rate_of(context)
        self.as_in_file = as_in_file
        self.clips, self.ranges, self.loops = {}, {}, {}
        # The import whose clips keep their numbers.
        self.main = ""
        known = [(action, json.loads(action[CLIP])) for action in actions if CLIP in action]
        for action, clip in known:
            if action.name in (clip.get("action"), clip["track"]):
                self.clips[clip["track"]] = clip
        kept = set(self.clips)
        for action, clip in known:
            # A copy of an action is a clip of its own; one whose first is gone has another name now.
            if clip["track"] not in kept:
                self.clips.setdefault(clip["track"], {**clip, "name": action.name})
                self.clips.setdefault(action.name, {**clip, "name": action.name})
        tracks = {action.name: clip["track"] for action, clip in known}
        for action in actions:
            for name in {action.name, tracks.get(action.name, action.name)}:
                start, end = (int(frame) for frame in range_of(action))
                ranges = self.ranges.get(name)
                self.ranges[name] = (min(start, ranges[0]), max(end, ranges[1])) if ranges else (start, end)
                self.loops[name] = bool(action.use_cyclic)

    @property
    def mixed_alike(self):
        """Whether the files of all clips mix rotations as Blender does."""
        return bool(self.clips) and all(clip.get("mixed_alike") for clip in self.clips.values())

    def name(self, track):
        """Returns what a clip is called in its file, by its track."""
        return self.clips[track]["name"] if track in self.clips else track

    def apply(self, tree, rest):
        """Turns the frames of the animations of a tree into seconds again, gives them the ticks and the order of their file, and puts
        those that Blender has made or made longer after them. Returns the bytes after the JSON, and how many clips got other ticks."""
        animations = tree.get("animations", [])
        rest = bytearray(rest)
        self.main = imports.main([(item, self.clips.get(item.get("name", ""))) for item in animations])
        clips = [self._clip(tree, rest, number, animation) for number, animation in enumerate(animations)]
        order = sorted(range(len(clips)), key=lambda number: clips[number].order)
        clips = [clips[number] for number in order]
        moved = _lay_out(clips) if self.as_in_file else 0
        for clip in clips:
            clip.write(tree, rest)
        if animations:
            tree["animations"] = [clip.animation for clip in clips]
        return bytes(rest), moved

    def _clip(self, tree, rest, number, animation):
        track = animation.get("name", "")
        known = self.clips.get(track) if self.as_in_file else None
        found = _Clip(animation)
        times = [binary.read(tree, rest, sampler["input"])[:, 0] for sampler in animation["samplers"]]
        start, end = self.ranges.get(track, (0, 0))
        # The exporter moves what begins before frame 0 there.
        found.slide = min(start, 0)
        if track not in self.ranges:
            start = min((float(own[0]) for own in times if len(own)), default=0.0)
            end = max((float(own[-1]) for own in times if len(own)), default=0.0)
        found.looping = self.loops.get(track, False)
        is_other = known is not None and known.get("import", "") != self.main
        if is_other or known is None or "first" not in known or known["first"] is None:
            # Clips of other imports are new to the file of this one.
            found.order, found.rate = 1 << 30, self.rate
            if is_other:
                found.order, found.rate = found.order + 1 + known["order"], known["rate"] * known["step"]
            found.first, found.last = float(start), float(max(start, end))
            return found
        found.order, found.extras = known.get("order", number), known.get("extras", {})
        found.step, found.rate, found.known = known.get("step", 1.0), known.get("rate", self.rate), True
        found.origin = found.first = known["first"]
        found.last = known["last"]
        if [start, end] != known.get("frames"):
            found.first, found.last = (known["first"] + frame / found.step for frame in (start, max(start, end)))
            found.is_longer = found.first < known["first"] or found.last > known["last"]
        return found


class _Clip:
    """An animation of a tree that Blender has written, in ticks."""

    def __init__(self, animation):
        self.animation, self.extras = animation, {}
        self.order, self.rate, self.step = 0, 1.0, 1.0
        # The tick of Blender's frame 0; the first and the last tick; what is added to all.
        self.origin, self.first, self.last, self.moved = 0.0, 0.0, 0.0, 0.0
        self.slide, self.looping, self.known, self.is_longer = 0, False, False, False

    def own(self):
        return dict(self.extras.get("retromesh", {}))

    def write(self, tree, rest):
        """Writes seconds, and the extras that say which ticks they are."""
        done = {}
        for sampler in self.animation["samplers"]:
            number = sampler["input"]
            if number not in done:
                frames = binary.read(tree, rest, number)[:, 0].astype(float) + self.slide
                ticks = self.origin + frames / self.step
                done[number] = _add(tree, rest, (ticks - self.first) / self.rate)
            sampler["input"] = done[number]
        about = self.own()
        about["first"], about["last"] = self.first + self.moved, self.last + self.moved
        about["ticksPerSecond"], about["looping"] = self.rate, self.looping
        about.setdefault("timeline", 0)
        self.animation["extras"] = {**self.extras, "retromesh": about}


def _is_clip(clip):
    return "clipOf" in clip.own()


def _lay_out(clips):
    """Puts new clips, and those that no longer fit between their neighbours, after all others of their timeline. Returns how many of
    the latter there are."""
    timelines = [clip.own().get("timeline", 0) for clip in clips if clip.known]
    first = next((clip for clip in clips if clip.known and _is_clip(clip)), None)
    next_one, moved = max(timelines, default=-1) + 1, 0
    for clip in clips:
        if clip.known:
            continue
        own_rate = clip.rate
        if first is None:
            clip.extras = {"retromesh": {"timeline": next_one}}
            next_one += 1
            continue
        # It joins the timeline: its frames become ticks of that.
        clip.rate, clip.step = first.rate, own_rate / first.rate
        clip.first, clip.last = clip.first / clip.step, clip.last / clip.step
        clip.extras = {"retromesh": {key: first.own()[key] for key in ("timeline", "clipOf")}}
    for timeline in {clip.own().get("timeline", 0) for clip in clips if _is_clip(clip)}:
        alike = [clip for clip in clips if clip.own().get("timeline", 0) == timeline]
        bounds = next(clip.own()["clipOf"] for clip in alike if _is_clip(clip))
        low, high = bounds["first"], max(bounds["last"], *(c.last for c in alike if c.known and not c.is_longer), 0.0)
        for clip in (clip for clip in alike if _is_clip(clip)):
            others = [o for o in alike if o is not clip and _is_clip(o) and o.known]
            meets = any(o.first <= clip.last and clip.first <= o.last for o in others)
            if clip.known and not (clip.is_longer and meets):
                low, high = min(low, clip.first), max(high, clip.last)
                continue
            moved += clip.known
            clip.moved = np.ceil(high) + 1.0 - clip.first
            high = clip.last + clip.moved
        for clip in alike:
            about = clip.own()
            if "clipOf" in about:
                about["clipOf"] = {**about["clipOf"], "first": float(low), "last": float(high)}
            if "whole" in about:
                about["range"] = [float(low), float(high)]
            clip.extras = {**clip.extras, "retromesh": about}
    return moved
