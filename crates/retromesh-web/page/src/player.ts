// The clip that plays, and the moment of it.

import * as THREE from "three";
import type { Clip, Model } from "./model";

export class Player {
  playing = false;
  speed = 1;
  loop = true;
  clip: Clip | null = null;
  private readonly mixer: THREE.AnimationMixer;
  /** What plays where no clip is chosen. */
  private readonly only: Clip | null;
  private time = 0;

  constructor(model: Model) {
    this.mixer = new THREE.AnimationMixer(model.root);
    this.only = model.clips.length === 1 ? model.clips[0]! : null;
  }

  /** Chooses a clip, or the rest pose. */
  choose(clip: Clip | null): void {
    this.mixer.stopAllAction();
    this.clip = clip;
    this.time = 0;
    this.playing = false;
    if (!clip) return;
    this.loop = clip.looping;
    const action = this.mixer.clipAction(clip.clip);
    // The moment is set from here; the mixer only mixes.
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    this.seek(0);
  }

  get duration(): number {
    return this.clip?.clip.duration ?? 0;
  }

  get seconds(): number {
    return this.time;
  }

  get frame(): number {
    return this.clip ? this.clip.first + this.time * this.clip.rate : 0;
  }

  seek(seconds: number): void {
    this.time = Math.max(0, Math.min(this.duration, seconds));
    if (!this.clip) return;
    const action = this.mixer.clipAction(this.clip.clip);
    action.paused = false;
    action.enabled = true;
    action.time = this.time;
    this.mixer.update(0);
  }

  /** Goes on by whole frames, to whole frames. */
  step(frames: number): void {
    if (!this.clip) return;
    this.playing = false;
    const { first, rate } = this.clip;
    const now = this.frame;
    const next = frames > 0 ? Math.floor(now + 1e-3) + frames : Math.ceil(now - 1e-3) + frames;
    this.seek((next - first) / rate);
  }

  /** Lets time pass; returns whether anything moved. */
  pass(seconds: number): boolean {
    if (!this.playing || !this.clip || this.duration === 0) return false;
    let next = this.time + seconds * this.speed;
    if (next > this.duration || next < 0) {
      if (this.loop) next = ((next % this.duration) + this.duration) % this.duration;
      else this.playing = false;
    }
    this.seek(next);
    return true;
  }

  /** Whether there is something to play. */
  get canPlay(): boolean {
    return (this.clip ?? this.only) !== null;
  }

  toggle(): void {
    if (!this.clip && this.only) this.choose(this.only);
    if (!this.clip) return;
    this.playing = !this.playing;
    if (this.playing && !this.loop && this.time >= this.duration) this.seek(0);
  }
}
