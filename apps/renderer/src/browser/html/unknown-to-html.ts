/** A tree has something in it that only React renders. */
export class UnknownToHtml extends Error {}
