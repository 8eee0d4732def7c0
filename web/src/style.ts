// How a series looks: a colour that the colour-blind can tell from its neighbours, and from the ninth on a dash as well.

export interface SeriesStyle {
  color: string; // of the style sheet
  dash: string | undefined;
}

export const kColors = 8;
const kInks = ['var(--ink)', 'var(--edge)'];
const kDashes = [undefined, '7 4', '2 3', '9 3 2 3'];

/** Of parts of one agent, such as the coordinates of its point: no agent's colour, but shades of ink, then dashes as well. */
export function partStyle(index: number): SeriesStyle {
  return { color: kInks[index % kInks.length]!, dash: kDashes[Math.floor(index / kInks.length) % kDashes.length] };
}

export function seriesStyle(index: number): SeriesStyle {
  return { color: `var(--s${index % kColors})`, dash: kDashes[Math.floor(index / kColors) % kDashes.length] };
}
