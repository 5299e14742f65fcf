declare global {
  interface Window {
    moments: string[];
  }
}

export function recordMoments(): void {
  window.moments = [];
  const note = (): void => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) window.moments.push(`${location.pathname} ${heading}`);
  };
  new MutationObserver(note).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  const push = history.pushState.bind(history);
  history.pushState = (...given) => {
    push(...given);
    queueMicrotask(note);
  };
  const noteFrame = (): void => {
    note();
    requestAnimationFrame(noteFrame);
  };
  noteFrame();
}
