// Colours as the page has them, and how well they can be told apart. These functions run in the page.

/**
 * Texts on backgrounds of less contrast than 4.5, as "text: ratio". What cannot be used now, as a disabled button, may be faint. There
 * must be `least` texts; 50 if it does not say.
 */
export function faint(least: number | void): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number];
  const parse = (color: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const light = (color: Color): number => {
    const [red, green, blue] = color.slice(0, 3).map((part) => (part <= 10.3 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const contrast = (a: Color, b: Color): number => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high! + 0.05) / (low! + 0.05);
  };
  const behind = (element: Element | null): Color => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color[3] === 1) return color;
      if (color[3] > 0) throw new Error(`a background that lets something through: ${at.className}`);
    }
    throw new Error('the page has no background');
  };
  const own = (element: Element) => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text);
    return texts.map((node) => node.textContent).join('').trim();
  };
  const seen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden, :disabled, option, script');
  // In a cell of a map: the last filled rectangle before the text.
  const cell = (text: Element): Element | null => {
    let at = text.previousElementSibling;
    while (at && !at.getAttribute('fill')?.startsWith('#')) at = at.previousElementSibling;
    return at;
  };
  const pair = (element: Element): [Color, Color] => {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGElement)) return [parse(style.color), behind(element)];
    const inside = element.getAttribute('fill')?.startsWith('#');
    return [parse(style.fill), inside ? parse(getComputedStyle(cell(element)!).fill) : behind(document.body)];
  };
  const all = [...document.body.querySelectorAll('*:not(svg, svg *), select, svg text')];
  const texts = all.filter((element) => seen(element) && (own(element) || element instanceof HTMLSelectElement));
  if (texts.length < (least ?? 50)) throw new Error(`only ${texts.length} texts were found`);
  return texts.flatMap((element) => {
    const ratio = contrast(...pair(element));
    return ratio < 4.5 ? [`${own(element).slice(0, 40) || element.tagName}: ${ratio.toFixed(2)}`] : [];
  });
}

/** Whether the text is much brighter than the page; an error if neither is much brighter. */
export function isDark(): boolean {
  const style = getComputedStyle(document.body);
  const [ink, paper] = [style.color, style.backgroundColor].map((color) => Math.max(...color.match(/[\d.]+/g)!.slice(0, 3).map(Number)));
  if (Math.abs(ink! - paper!) < 150) throw new Error(`${style.color} on ${style.backgroundColor}`);
  return ink! > paper!;
}
