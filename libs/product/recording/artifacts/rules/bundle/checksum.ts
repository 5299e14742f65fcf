const SHA1 = /^[0-9a-f]{40}$/;

export function isChecksum(text: string): boolean {
  return SHA1.test(text);
}
