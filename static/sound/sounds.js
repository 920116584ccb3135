// Sounds made on the spot by Web Audio: no files to fetch. The module comes when somebody first touches the page: see sound.js.

import { onChange, setting } from '../storage/settings.js';

/** @type {AudioContext} */
let context;
/**
 * All sounds go through it.
 * @type {GainNode}
 */
let out;

/**
 * The ear takes a quarter of the strength for half as loud.
 * @type {(volume: number) => number}
 */
export const strengthOf = (volume) => (Math.min(100, Math.max(0, volume)) / 100) ** 2;

/** Browsers give a page its voice only after a person touched it. Resolves when it has one. */
export async function wake() {
  if (!context) {
    context = new AudioContext();
    out = new GainNode(context, { gain: strengthOf(setting('volume')) });
    out.connect(context.destination);
  }
  if (context.state === 'suspended') await context.resume();
}

onChange((name) => {
  if (name === 'volume' && out) out.gain.value = strengthOf(setting('volume'));
});

const ready = () => setting('sounds') && context?.state === 'running';

/**
 * A short knock: filtered noise for the contact, a falling tone for the wood.
 * @param {number} at
 */
function knock(at, { loud = 1, pitch = 1 } = {}) {
  const length = 0.09;
  const noise = context.createBufferSource();
  noise.buffer = noiseBuffer();
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1900 * pitch, Q: 1.1 });
  const click = new GainNode(context, { gain: 0 });
  click.gain.setValueAtTime(0.5 * loud, at);
  click.gain.exponentialRampToValueAtTime(0.001, at + length * 0.5);
  noise.connect(filter).connect(click).connect(out);
  noise.start(at, Math.random() * 0.2, length);

  const wood = new OscillatorNode(context, { type: 'sine', frequency: 420 * pitch });
  wood.frequency.exponentialRampToValueAtTime(170 * pitch, at + length);
  const body = new GainNode(context, { gain: 0 });
  body.gain.setValueAtTime(0.35 * loud, at);
  body.gain.exponentialRampToValueAtTime(0.001, at + length);
  wood.connect(body).connect(out);
  wood.start(at);
  wood.stop(at + length);
}

/**
 * @param {number} at
 * @param {number} frequency
 * @param {number} length
 */
function tone(at, frequency, length, loud = 0.12) {
  const source = new OscillatorNode(context, { type: 'triangle', frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
}

/** @type {AudioBuffer} */
let noiseKept;
function noiseBuffer() {
  if (noiseKept) return noiseKept;
  noiseKept = context.createBuffer(1, context.sampleRate * 0.4, context.sampleRate);
  const samples = noiseKept.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noiseKept;
}

export const sound = {
  stone() {
    if (ready()) knock(context.currentTime, { pitch: 0.95 + Math.random() * 0.1 });
  },
  /**
   * Stones that rattle into the lid: the more, the longer.
   * @param {number} count
   */
  capture(count) {
    if (!ready()) return;
    const stones = Math.min(count, 9);
    for (let i = 0; i < stones; i += 1) {
      const at = context.currentTime + 0.07 + i * 0.055 + Math.random() * 0.02;
      knock(at, { loud: 0.45, pitch: 1.5 + Math.random() * 0.5 });
    }
  },
  pass() {
    if (!ready()) return;
    tone(context.currentTime, 392, 0.16);
    tone(context.currentTime + 0.12, 330, 0.22);
  },
  /**
   * A second less of the last ten; the last three are higher.
   * @param {number} seconds
   */
  low(seconds) {
    if (ready()) tone(context.currentTime, seconds > 3 ? 660 : 880, 0.1, 0.09);
  },
  start() {
    if (!ready()) return;
    tone(context.currentTime, 330, 0.2);
    tone(context.currentTime + 0.14, 494, 0.3);
  },
  end() {
    if (!ready()) return;
    tone(context.currentTime, 494, 0.25);
    tone(context.currentTime + 0.18, 415, 0.25);
    tone(context.currentTime + 0.36, 330, 0.5);
  },
};
