/**
 * Thrown when an action is refused before it runs. The class extends none of Nest's exceptions,
 * because a product's own exception filters may catch those. The message is shown to the visitor.
 */
export class ActionRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /**
     * True when the page has no such action, because the form comes from another build or another
     * application.
     */
    readonly isUnknown = false,
  ) {
    super(message);
    this.name = 'ActionRefusal';
  }
}
