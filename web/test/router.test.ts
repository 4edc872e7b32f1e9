import { expect, test } from 'vitest';

import { routeOf } from '../src/router';

test('the three pages and nothing else', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/play')).toEqual({ page: 'setup' });
  expect(routeOf('/table/abc-1')).toEqual({ page: 'table', id: 'abc-1' });
  expect(routeOf('/table')).toEqual({ page: 'lost' });
  expect(routeOf('/table/%E0%A4%A')).toEqual({ page: 'table', id: '%E0%A4%A' });
});
