/**
 * A script for a page of the workbench: opens the Run view, and ends once it shows a run in progress with at least
 * `stored` successful requests.
 * @param stored those in the database before the page was opened: a page that shows only later ones, or
 * another run, shows fewer.
 */
export const showsRun = (stored: number): string => `new Promise((resolve) => {
  const look = () => {
    const stops = [...document.querySelectorAll('button')].some((one) => one.textContent === 'Stop');
    const now = document.querySelector('[aria-label="Now"]')?.innerText ?? '';
    const shown = Number(/Succeeded\\s+([\\d,\\s]*\\d)/.exec(now)?.[1].replace(/\\D/g, '') ?? 0);
    if (stops && shown >= ${stored}) resolve(shown);
    else setTimeout(look, 25);
  };
  location.hash = '#/run';
  look();
})`;
