// Sharing a link by whatever the phone has for it; offered where there is such a thing (over HTTPS alone).

for (const button of document.querySelectorAll("[data-share]")) {
  const what = { title: document.title, text: button.dataset.words, url: button.dataset.share };
  button.hidden = !navigator.canShare?.(what);
  button.addEventListener("click", () => navigator.share(what).catch(() => {})); // given up
}
