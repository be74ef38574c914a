/**
 * Opens the browser's own print dialog for a page. It is loaded out of sight in a sandbox in which no
 * script runs; the same origin is needed only for the window to be allowed to print it.
 */
export async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;left:-10000px;width:794px;height:1123px;border:0';
  frame.srcdoc = html;
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  document.body.append(frame);
  await loaded;
  const page = frame.contentWindow;
  // Where printing does not block, the page has to stay until the dialog is done with it.
  page?.addEventListener('afterprint', () => frame.remove(), { once: true });
  page?.print();
}
