/**
 * An action was refused before it ran: no exception of Nest's, which a product's own filters may answer. Its
 * message is safe to show.
 */
export class ActionRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whether the page has no such action: a form of another build, or none of ours. */
    readonly isUnknown = false,
  ) {
    super(message);
    this.name = 'ActionRefusal';
  }
}
