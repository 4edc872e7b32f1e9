/** All sheets of the table, in one piece of code that is loaded after the table itself. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { View } from '../../net/types';
import { change, settings } from '../../state/settings';
import type { TableStore } from '../../state/store';
import { HelpSheet } from './HelpSheet';
import { LastTrickSheet } from './LastTrickSheet';
import { LeaveSheet, NewMatchSheet } from './asking';
import { MatchEnd } from './MatchEnd';
import { MenuSheet } from './MenuSheet';
import { MoonChoice } from './MoonChoice';
import { RulesSheet } from './RulesSheet';
import { ScoresSheet } from './ScoresSheet';
import { SettingsSheet } from './SettingsSheet';
import { SpeedSheet } from './SpeedSheet';
import './sheets.css';

/** The proof of the deals is read by few, and loaded for them. */
function LazyFair({ view }: { view: View }) {
  const [Fair, setFair] = useState<ComponentType<{ view: View }> | null>(null);
  useEffect(() => {
    void import('../live/FairSheet').then(
      (module) => setFair(() => module.default),
      () => undefined,
    );
  }, []);
  return Fair ? <Fair view={view} /> : null;
}

type HintPart = ComponentType<{ view: View; store: TableStore }>;

/** Hints are for practice, where nobody else is at the table. */
function LazyHint(props: { view: View; store: TableStore }) {
  const [Hint, setHint] = useState<HintPart | null>(null);
  useEffect(() => {
    void import('../hint/Hint').then(
      (module) => setHint(() => module.default),
      () => undefined,
    );
  }, []);
  return Hint ? <Hint {...props} /> : null;
}

/** Tips are for practice too; a guided first hand switches them on. */
function LazyTips(props: { view: View; store: TableStore }) {
  const [Tips, setTips] = useState<HintPart | null>(null);
  const { tips } = settings.value;
  useEffect(() => {
    if (location.hash === '#first-hand') change({ tips: true });
  }, []);
  useEffect(() => {
    if (!tips) return;
    void import('../tips/Tips').then(
      (module) => setTips(() => module.default),
      () => undefined,
    );
  }, [tips]);
  return Tips && tips ? <Tips {...props} /> : null;
}

export default function Sheets({ view, store }: { view: View; store: TableStore }) {
  return (
    <>
      {view.kind === 'practice' && view.seat !== null && <LazyHint view={view} store={store} />}
      {view.kind === 'practice' && view.seat !== null && <LazyTips view={view} store={store} />}
      <OpenSheet view={view} store={store} />
    </>
  );
}

function OpenSheet({ view, store }: { view: View; store: TableStore }) {
  switch (store.sheet.value) {
    case 'scores':
      return <ScoresSheet key="scores" view={view} />;
    case 'last':
      return <LastTrickSheet key="last" view={view} />;
    case 'rules':
      return <RulesSheet key="rules" view={view} />;
    case 'speed':
      return <SpeedSheet key="speed" view={view} />;
    case 'settings':
      return <SettingsSheet key="settings" />;
    case 'help':
      return <HelpSheet key="help" view={view} />;
    case 'leave':
      return <LeaveSheet key="leave" view={view} />;
    case 'new':
      return <NewMatchSheet key="new" />;
    case 'menu':
      return <MenuSheet key="menu" view={view} />;
    case 'end':
      return <MatchEnd key="end" view={view} />;
    case 'moon':
      return <MoonChoice key="moon" view={view} />;
    case 'fair':
      return <LazyFair key="fair" view={view} />;
    default:
      return null;
  }
}
