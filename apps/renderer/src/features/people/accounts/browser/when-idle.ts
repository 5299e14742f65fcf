/** Tells the server the time zone of the browser, for the times of later pages. No right goes by this cookie. */
export function start(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const cookie = `errata-zone=${encodeURIComponent(timeZone)}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax${secure}`;
}
