/**
 * A script for the page of the desktop app: calls the engine over the page's port, which the page continues to
 * use, and ends with the answer.
 * @param path such as `/runs/list`.
 */
export function callFromPage(path: string, input: object): string {
  const id = `torture-${path}`;
  const message = JSON.stringify({ i: id, p: { u: path, m: 'POST', b: { json: input } } });
  return `new Promise((resolve) => {
    window.addEventListener('message', function take(event) {
      const [port] = event.ports;
      if (event.data !== 'shell:engine-port' || !port) return;
      window.removeEventListener('message', take);
      port.addEventListener('message', ({ data }) => {
        const { i, p } = JSON.parse(data);
        if (i === ${JSON.stringify(id)}) resolve(p.b.json);
      });
      port.start();
      port.postMessage(${JSON.stringify(message)});
    });
    window.postMessage('shell:request-engine-port', location.origin);
  })`;
}
