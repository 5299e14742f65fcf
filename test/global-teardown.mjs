/** Ends what global-setup.mjs started. */
export default async function teardown() {
  await globalThis.errataTestPostgres?.remove();
}
