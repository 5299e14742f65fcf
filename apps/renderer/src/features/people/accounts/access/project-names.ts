/** Port to the names of projects. The capability `projects` implements it. */
export abstract class ProjectNames {
  /** Leaves deleted projects out. */
  abstract list(): Promise<readonly { readonly id: number; readonly name: string }[]>;
}
