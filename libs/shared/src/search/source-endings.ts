export const sourceEndings = (
  'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyx rb erb php java kt kts groovy scala clj go rs c h cc cpp cxx hpp mm ' +
  'swift cs fs vb dart ex exs erl hs lua pl pm jl html'
).split(' ');
