/**
 * An action was refused before it ran. Not one of Nest's exceptions, because a product's own
 * filters may answer those. The message is safe to show.
 */
export class ActionRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /**
     * True when the page has no such action: the form is of another build, or not of this
     * application.
     */
    readonly isUnknown = false,
  ) {
    super(message);
    this.name = 'ActionRefusal';
  }
}
