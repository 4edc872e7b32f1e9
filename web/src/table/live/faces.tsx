/** Our own small drawings for what can be shown instead of said. */

const ROUND = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z';
const EYES = 'M9 9.800v.4M15 9.800v.4';

const SHAPES: Record<string, readonly string[]> = {
  smile: [ROUND, EYES, 'M8.300 14.300c1.800 2.500 5.600 2.500 7.400 0'],
  laugh: [ROUND, 'm8 10 1.200-1.200 1.200 1.200M13.600 10l1.200-1.200L16 10', 'M7.800 13.300h8.400c-.3 5-8.100 5-8.400 0Z'],
  wink: [ROUND, 'M9 9.800v.4M13.800 10h2.400', 'M8.300 14.300c1.800 2.500 5.600 2.500 7.400 0'],
  wow: [ROUND, EYES, 'M12 17a1.900 1.900 0 1 0 0-3.800 1.900 1.900 0 0 0 0 3.800Z'],
  sad: [ROUND, EYES, 'M8.500 16.200c1.700-2.200 5.300-2.200 7 0'],
  cry: [ROUND, 'M8 10h2M14 10h2', 'M8.500 16.500c1.700-2.200 5.300-2.200 7 0', 'M8.500 12v2.500'],
  think: [ROUND, EYES, 'M9 15.500h5.500', 'M13.500 7l2.500-.5'],
  clap: ['m7 13 4.500-5.500a1.300 1.300 0 0 1 2 1.600L11 12.500l4.500-4a1.300 1.300 0 0 1 1.800 1.900L13 15l4-2a1.300 1.300 0 0 1 1.200 2.300L12 19.500a4.500 4.500 0 0 1-6-1.300L4.500 16', 'M6 5.500 5 4M9 4.500V3M3.800 8.500 2.500 8'],
  thumbs_up: ['M8 11v8.500H4.500V11H8Z', 'M8 11.500 11.500 4c1.500 0 2.300 1 2 2.500L13 9.500h5a1.800 1.800 0 0 1 1.700 2.200l-1.400 6.300a2 2 0 0 1-2 1.500H8'],
  party: ['m4 20 4.500-11.500L15.500 15.500 4 20Z', 'M13 8c0-2 1-3.500 2.500-4.500M16 11c2-.3 3.500.2 4.500 1.500M18 6.500v.1M14.500 11.500 18 8'],
  sleepy: [ROUND, 'M7.800 10.300c.8.700 1.600.7 2.400 0M13.800 10.300c.8.700 1.600.7 2.400 0', 'M10.500 15.500h3'],
  coffee: ['M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V9Z', 'M16 10.500h1.500a2.300 2.300 0 0 1 0 4.600H16', 'M8.500 6.500V4M12.500 6.500V4'],
};

export function Face({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {(SHAPES[name] ?? [ROUND]).map((shape) => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  );
}
