// The page of one's account, as a visitor finds it.

/** Goes there and waits until it knows who is here; answers the page. */
export async function openAccount({ page, server }) {
  await page.goto(`${server.url}/account`);
  await page.getByTestId('device').first().waitFor();
  return page;
}
