/** All sheets of the table, in one piece of code that is loaded after the table itself. */
import type { View } from '../../net/types';
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

export default function Sheets({ view, store }: { view: View; store: TableStore }) {
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
      return <HelpSheet key="help" />;
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
    case null:
      return null;
  }
}
