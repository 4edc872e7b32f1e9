import { announcer } from './announcer';

/** Where the announcer's words appear for screen readers; mounted once by the table. */
export function LiveRegion() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true" data-live>
      {announcer.text.value}
    </div>
  );
}
