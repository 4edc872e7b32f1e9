/** Sheets that ask before something ends. */
import { isAlone, type View } from '../../net/types';
import { navigate } from '../../router';
import { Button, Sheet } from '../../ui';
import { useStore } from '../context';
import { ws } from './words';

export function LeaveSheet({ view }: { view: View }) {
  const store = useStore();
  const live = !isAlone(view);
  const close = (): void => void (store.sheet.value = null);
  const kept = view.phase === 'gathering' ? 'leave.gathering' : 'leave.live';
  const going = !live ? 'leave.text' : view.seat === null ? 'leave.watching' : kept;
  const words = view.phase === 'over' ? 'leave.text.over' : going;
  return (
    <Sheet
      title={ws('leave.title')}
      open
      onClose={close}
      side="center"
      footer={
        <div class="sheet-buttons">
          <Button onClick={close}>{ws('stay')}</Button>
          {live && view.seat !== null && (
            <Button
              onClick={() => {
                close();
                void store.leave();
              }}
            >
              {ws('leave.for_good')}
            </Button>
          )}
          <Button kind="primary" onClick={() => navigate('/')}>
            {ws('leave.yes')}
          </Button>
        </div>
      }
    >
      <p>{ws(words)}</p>
    </Sheet>
  );
}

export function NewMatchSheet() {
  const store = useStore();
  const close = (): void => void (store.sheet.value = null);
  return (
    <Sheet
      title={ws('new.title')}
      open
      onClose={close}
      side="center"
      footer={
        <div class="sheet-buttons">
          <Button onClick={close}>{ws('stay')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              close();
              void store.newMatch();
            }}
          >
            {ws('new.yes')}
          </Button>
        </div>
      }
    >
      <p>{ws('new.text')}</p>
    </Sheet>
  );
}
