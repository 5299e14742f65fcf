const METHOD = /^[A-Z]+ (?=\/)/;

/** Whether a segment counts requests that an event names so: `GET /orders/{id}` those of `/orders/17`. */
export function isNamed(segment: string, sent: string): boolean {
  const [own, parts] = [segment, sent].map((name) => name.replace(METHOD, '').split('/'));
  return (
    own!.length === parts!.length &&
    own!.every((part, at) => part === parts![at] || part === '{id}' || part === '{slug}')
  );
}
