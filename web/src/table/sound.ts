/** Soft short sounds, made on the spot. Never needed; silent until switched on and the page has been touched. */
import type { View } from '../net/types';
import { settings } from '../state/settings';
import type { Changes } from '../state/changes';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.value.sound || !navigator.userActivation?.hasBeenActive) return null;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
  } catch {
    return null;
  }
}

/** A card laid on felt: a short breath of filtered noise. */
function card(audio: AudioContext, after = 0, loud = 0.16): void {
  const at = audio.currentTime + after;
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 1500 + Math.random() * 500;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, pitch: number, after: number, length: number, loud = 0.05): void {
  const at = audio.currentTime + after;
  const wave = audio.createOscillator();
  wave.type = 'sine';
  wave.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  wave.connect(gain).connect(audio.destination);
  wave.start(at);
  wave.stop(at + length);
}

export function soundOf(changes: Changes, view: View): void {
  const audio = ready();
  if (!audio) return;
  if (changes.dealt) for (let i = 0; i < Math.min(13, view.hand.length); i++) card(audio, i * 0.035, 0.06);
  else if (changes.played.length > 0) card(audio);
  else if (changes.collected) card(audio, 0, 0.09);
  if (view.turn === view.seat && view.phase === 'playing' && changes.played.length > 0) tone(audio, 523, 0.12, 0.25);
  if (changes.dealt || view.phase !== 'over') return;
  [392, 494, 587].forEach((pitch, i) => tone(audio, pitch, i * 0.14, 0.7));
}
