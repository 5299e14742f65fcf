/** The project Errata reports its own errors into. */
export const ownProjectSlug = 'errata';
