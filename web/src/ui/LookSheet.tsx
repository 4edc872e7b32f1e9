import { look, type Suits, type Theme } from '../look';
import { Card } from '../cards/Card';
import { t } from '../text';
import { Segmented } from './Segmented';
import { Sheet } from './Sheet';
import { Switch } from './Switch';

/** Theme, suit colours and large figures, with four cards to see them on. */
export function LookChoices() {
  const { theme, suits, index } = look.value;
  return (
    <div class="look">
      <div class="look-cards">
        {['QS', '7H', 'KD', 'TC'].map((card) => (
          <Card key={card} card={card} />
        ))}
      </div>
      <Segmented<Theme>
        label={t('look.theme')}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`look.theme.${value}`) }))}
        onChange={(value) => (look.value = { ...look.value, theme: value })}
      />
      <Segmented<Suits>
        label={t('look.suits')}
        value={suits}
        options={(['two', 'four', 'safe'] as const).map((value) => ({
          value,
          label: t(`look.suits.${value}`),
          note: t(`look.suits.${value}.note`),
        }))}
        onChange={(value) => (look.value = { ...look.value, suits: value })}
      />
      <Switch
        label={t('look.index')}
        help={t('look.index.help')}
        checked={index === 'large'}
        onChange={(large) => (look.value = { ...look.value, index: large ? 'large' : 'normal' })}
      />
    </div>
  );
}

export function LookSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet title={t('look.title')} open={open} onClose={onClose}>
      <LookChoices />
    </Sheet>
  );
}
