/**
 * The parts every page is made of. Import from 'ui' or from the single file.
 *
 *   <Button kind="primary|quiet|plain" size="m|l" icon="play" href="/x" busy wide onClick disabled>words</Button>
 *   <IconButton icon="menu" label="Menu" kind="quiet|plain" pressed={bool} onClick />     label is the name and tooltip
 *   <Icon name="moon" size={20} title="Moon" />          decorative (aria-hidden) unless it has a title
 *   <Sheet title open onClose side="right|bottom|center" footer={...}>...</Sheet>   modal <dialog>; Esc, backdrop, focus
 *   <Segmented label name value options={[{value,label,note?}]} onChange hideLabel small />   a group of radio buttons
 *   <Field label help error>{(ids) => <input {...ids} />}</Field>   label above, help below, error beside the field
 *   <TextInput .../> <NumberInput .../> <Select value options onChange />   for use inside Field (spread its ids)
 *   <Switch label help checked onChange />
 *   <Chip onRemove removeLabel>words</Chip>
 *   toast('words', { kind: 'calm|warn' })                shown at the foot of the page and announced politely
 *
 * Elsewhere:
 *   cards/Card      <Card card="QS" size={56} faceDown />   picture only (aria-hidden); size in px, or leave it out and
 *                   set width in CSS (`--card-w` or width); the face simplifies itself below 68 px;
 *                   detail="simple" or "full" draws only that face (fewer elements)
 *   cards/names     cardName('QS') -> "Queen of spades", suitName, suitOrder helpers
 *   brand/Mark      <Mark size={24} />, <WordMark />
 *   look            signal `look` {theme, suits, index}: assign to change theme, suit colours, large indices
 *   stored          readStored(name, version, check), writeStored(name, version, data)
 *   router          navigate('/play'); plain <a href="/table/x"> works too
 *   text            t('key', {n: 3}); add keys to text/*.ts
 *
 * CSS: tokens in styles/tokens.css (--felt-*, --paper*, --ink*, --line*, --heart*, --moon*, --s1..--s7, --text-*,
 * --r-*, --shadow-*, --ease); classes .paper, .visually-hidden, .tabular.
 */
export { Button } from './Button';
export { Chip } from './Chip';
export { Field, NumberInput, Select, TextInput } from './Field';
export { Icon, type IconName } from './Icon';
export { IconButton } from './IconButton';
export { Segmented } from './Segmented';
export { Sheet } from './Sheet';
export { Switch } from './Switch';
export { toast, Toasts } from './Toast';
