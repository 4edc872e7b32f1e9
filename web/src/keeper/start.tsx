/** Entry of the score keeper: the page brings its data along, so that nothing has to be asked for later. */
import { render } from 'preact';

import { Keeper, type Data } from './Keeper';

const root = document.getElementById('keeper');
const data = document.getElementById('keeper-data')?.textContent;
if (root && data) {
  root.textContent = '';
  render(<Keeper data={JSON.parse(data) as Data} />, root);
}
