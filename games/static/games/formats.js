// Intl's formats, each made when it is first needed: that takes a phone a frame, and most pages need
// few of those that their scripts know.

export function whenNeeded(make) {
  let made = null;
  return {
    format(...given) {
      made ??= make();
      return made.format(...given);
    },
  };
}
