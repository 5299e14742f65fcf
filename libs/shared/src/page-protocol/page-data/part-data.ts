/** Something that a capability shows at a place of another's page. The page's props list all parts. */
export interface PartData {
  readonly place: string;
  /** Name of the view that renders `data`: `<feature>/<page>.<name>.part`. */
  readonly view: string;
  /** Props of the view, or props by item of a list. Absent when the part is deferred. */
  readonly data?: unknown;
  /** Name of the deferred datum that follows with the props of the view. */
  readonly datum?: string;
  /** The part's own view, when `view` is that of an outcome in its place. */
  readonly of?: string;
  /** True for a part at each item of a list, such as each row. Not sent to clients. */
  readonly isOfEach?: true;
  /** Anchor and title, for a page that links to its sections. */
  readonly section?: PartSection;
}

export interface PartSection {
  readonly id: string;
  readonly title: string;
}
