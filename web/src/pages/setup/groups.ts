/** The presets in the order and under the headings in which the setup card shows them. */
import type { PresetInfo } from '../../net/api';
import { t } from '../../text/setup';

const GROUPS = [
  ['start', ['standard', 'deniro', 'table_guide_50', 'pagat', 'black_maria']],
  ['house', ['table_guide', 'table_guide_jd', 'custom_room', 'three_bots', 'browser_solo', 'deniro_3']],
  ['bonus', ['omnibus', 'omnibus_bicycle', 'omnibus_gnome']],
  ['values', ['spot', 'spot_zone', 'pip_119', 'greek_values', 'hooligan']],
  ['older', ['plain', 'rickety_kate', 'greek', 'koupes']],
  ['programs', ['bicycle', 'windows', 'cardgames_io', 'trickster', 'gnome', 'ggz', 'openspiel']],
] as const;

/** A variation as tables at home play it, not a game that a book or a program has fixed. */
export const isHouse = (preset: PresetInfo): boolean => preset.source === 'House table';

export interface PresetGroup {
  id: string;
  label: string;
  presets: PresetInfo[];
}

/** Group presets, keep only those that match the words searched for, leave out empty groups. */
export function groupPresets(presets: readonly PresetInfo[], search: string): PresetGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (preset: PresetInfo): boolean => {
    const text = `${preset.name} ${preset.about} ${preset.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const left = new Map(presets.filter(fits).map((preset) => [preset.id, preset]));
  const out: PresetGroup[] = GROUPS.map(([id, ids]) => ({
    id,
    label: t(`group.${id}`),
    presets: ids.flatMap((one) => {
      const preset = left.get(one);
      left.delete(one);
      return preset ? [preset] : [];
    }),
  }));
  out.push({ id: 'more', label: t('group.more'), presets: [...left.values()] });
  return out.filter((group) => group.presets.length > 0);
}
