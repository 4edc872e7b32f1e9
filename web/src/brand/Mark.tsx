/** The mark: a heart whose upper left lobe is bitten by a crescent moon. */

export const HEART_PATH = 'M12 21C6.500 16.800 2.500 13.500 2.500 9.200A5 5 0 0 1 7.500 4c1.900 0 3.500 1 4.500 2.600C13 5 14.600 4 16.500 4a5 5 0 0 1 5 5.200C21.500 13.500 17.500 16.800 12 21Z';

export function Mark({ size = 24, title }: { size?: number; title?: string }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" role={title ? 'img' : undefined} aria-label={title} aria-hidden={title ? undefined : true}>
      <path d={HEART_PATH} />
    </svg>
  );
}

export function WordMark({ size = 24 }: { size?: number }) {
  return (
    <span class="word-mark">
      <Mark size={size} />
      <span>Moonshot</span>
    </span>
  );
}
