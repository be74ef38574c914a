import { expect, it } from 'vitest';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';

it.each(['plans', 'glossary/p99'])('shows %s, with links within the help', async (topic) => {
  await openView({ route: `#/help/${topic}` });
  await find('navigation', /Help|Pages/);
  expect((await said()).split('\n').slice(0, 40).join('\n')).toMatchSnapshot();
});
