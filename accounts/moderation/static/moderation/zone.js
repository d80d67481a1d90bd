// Tells the server the zone of this browser's clock, in which the next pages show their times.
"use strict";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; secure" : "";
document.cookie = `zone=${zone}; path=/admin/; max-age=31536000; samesite=lax${secure}`;
