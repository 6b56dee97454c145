// The sound of dice: off unless somebody wants it (menu of the table).

const KEPT = "tablee-sound";
const wanted = () => localStorage.getItem(KEPT) === "on";

export function dice() {
  if (!wanted()) return;
  const audio = new AudioContext(), seconds = 0.35, length = audio.sampleRate * seconds;
  const noise = audio.createBuffer(1, length, audio.sampleRate), data = noise.getChannelData(0);
  for (const knock of [0, 0.09, 0.16, 0.24]) {
    const from = Math.floor(knock * audio.sampleRate);
    for (let i = 0; i < 900 && from + i < length; i++)
      data[from + i] += (Math.random() * 2 - 1) * Math.exp(-i / 130) * 0.35;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.connect(audio.destination);
  source.onended = () => audio.close();
  source.start();
}

for (const button of document.querySelectorAll("[data-sound]")) {
  const show = () => button.setAttribute("aria-pressed", String(wanted()));
  button.hidden = false;
  button.addEventListener("click", () => { localStorage.setItem(KEPT, wanted() ? "off" : "on"); show(); dice(); });
  show();
}
