import { catalogue } from '.';

/** The words round tips; what they say comes from the server. */
export const t = catalogue({
  tip: 'Tip',
  'tip.close': 'Close the tip',
  'tip.off': 'No more tips',
  'tip.off.said': 'No more tips. They can be switched on again in the settings.',
});
