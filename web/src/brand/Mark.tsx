/** The mark: a heart whose upper left lobe is bitten by a crescent moon. One colour, from 16 px up. */

/** The heart without its bite, 24 by 24. */
export const BITTEN_HEART =
  'M12.4 5.4C13.3 4.1 14.9 3.3 16.8 3.3A5.4 5.4 0 0 1 22.2 8.8C22.2 13.6 17.2 17.2 12 21.6C8.3 18.5 4.7 15.8 3 13A6.1 6.1 0 0 0 12.4 5.4Z';
/** The crescent that stands in the bite. */
export const CRESCENT = 'M6.5 3A4.8 4.8 0 1 0 11.1 9.2A3.9 3.9 0 0 1 6.5 3Z';

export function Mark({ size = 24, title, twoTone }: { size?: number; title?: string; twoTone?: boolean }) {
  return (
    <svg
      class={twoTone ? 'mark mark-two' : 'mark'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path class="mark-heart" d={BITTEN_HEART} />
      <path class="mark-moon" d={CRESCENT} />
    </svg>
  );
}

/** Mark and name, as they stand at the top of a page. */
export function WordMark({ size = 26 }: { size?: number }) {
  return (
    <span class="word-mark">
      <Mark size={size} twoTone />
      <span>Moonshot</span>
    </span>
  );
}
