import { measureScripts } from '../measurements/bytes.mjs';

// Of a page with the views that are named.
console.log(JSON.stringify(await measureScripts(process.argv.slice(2))));
