// What does not fit. These functions run in the page.

/** Texts of charts that leave their picture, and pairs of texts that cover each other, in words. */
export function collisions(): string[] {
  const kTolerance = 1;
  const kInside = 2; // of the box of a text, at every side, is empty or nearly so
  const found: string[] = [];
  for (const picture of document.querySelectorAll('.plot > svg')) {
    const name = picture.closest('figure')?.querySelector('h3')?.textContent;
    const frame = picture.getBoundingClientRect();
    const texts = [...picture.querySelectorAll('text')].map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }));
    for (const { words, box } of texts) {
      const past = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
      if (past > kTolerance) found.push(`${name}: "${words}" leaves the picture by ${past.toFixed(1)}`);
    }
    texts.forEach((one, i) => {
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (Math.min(across, down) <= 2 * kInside) continue;
        found.push(`${name}: "${one.words}" and "${other.words}" share ${across.toFixed(1)} x ${down.toFixed(1)}`);
      }
    });
  }
  return found;
}

/** Things to press that are too small to be hit, and elements that are wider than the window and cannot be scrolled. */
export function misfits(): string[] {
  const kLeast = 24;
  const width = document.documentElement.clientWidth;
  const seen = (element: Element) => element.checkVisibility() && !element.closest('.hidden');
  const small = [...document.querySelectorAll('button, select')].filter(seen).flatMap((element) => {
    const box = element.getBoundingClientRect();
    const size = `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
    return box.width < kLeast || box.height < kLeast ? [`"${element.textContent?.slice(0, 30)}" is ${size}`] : [];
  });
  const wide = [...document.querySelectorAll('main *:not(svg *)')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return seen(element) && !element.closest('.scroll > *') && (left < -0.5 || right > width + 0.5);
  });
  const page = document.documentElement.scrollWidth;
  return [
    ...small,
    ...wide.map((element) => `${element.tagName} "${element.textContent?.slice(0, 30)}" leaves the window`),
    ...(page > innerWidth ? [`the page is ${page} wide, the window ${innerWidth}`] : []),
  ];
}

/** Buttons whose words are not in the middle between top and bottom. Half a pixel is nobody's fault: a box may begin at one. */
export function offCentre(): string[] {
  const kTolerance = 0.75;
  const plain = [...document.querySelectorAll('button, a.button')].filter((one) => one.checkVisibility() && one.children.length === 0 && one.textContent !== '');
  return plain.flatMap((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const [box, text] = [element.getBoundingClientRect(), words.getBoundingClientRect()];
    const off = (text.top + text.bottom - box.top - box.bottom) / 2;
    return Math.abs(off) > kTolerance ? [`"${element.textContent}" is ${off.toFixed(2)} pixels off its middle`] : [];
  });
}
