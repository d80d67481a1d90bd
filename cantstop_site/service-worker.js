// Stands between the installed site and the network. It keeps static files, which have another name
// whenever they have changed, and one page for when there is no connection: no page of anybody, no
// fragment and no data. What it does not answer goes on as if it were not there.
//
// It also shows notices that are pushed, and leads to what they are about.
//
// The server writes SITE above this (installing.py): the release, by which the cache is named; the
// page without a connection and its files; where static files, the administration and the front page
// are; and a notice in place of one that cannot be read.

const KEPT = `site-${SITE.release}`;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

async function install() {
  // Without cookies, as it is nobody's.
  const answer = await fetch(SITE.offline, { credentials: "omit", cache: "reload" });
  const page = await answer.clone().text();
  // While one release follows another, either may answer; the browser tries again soon.
  if (!SITE.files.every((path) => page.includes(path))) throw Error("the page of another release");
  const cache = await caches.open(KEPT);
  await cache.addAll(SITE.files);
  await cache.put(SITE.offline, answer);
  // Pages never come from here, so none is too old for a new worker.
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.registration.navigationPreload?.enable(); // a page need not wait until this has begun
  await self.clients.claim();
}

const kept = (path) => caches.match(path, { cacheName: KEPT, ignoreVary: true });

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await kept(SITE.offline)) ?? Response.error();
  }
}

async function keep(path, answer) {
  const cache = await caches.open(KEPT);
  await cache.put(path, answer).catch(() => {}); // if there is no room, the network has it
}

async function file(event, path) {
  const found = await kept(path);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(path, answer.clone()));
  return answer;
}

// The address of a page of this site, the front page in place of any other.
function here(address) {
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.href : location.origin + SITE.home;
}

// Browsers take it amiss if nothing is shown.
async function show(data) {
  let told = {};
  try {
    told = data.json();
    const { title, navigate, ...options } = told.notification;
    if (!title || !navigate) throw Error("no notice");
    await self.registration.showNotification(title, { ...options, data: { url: here(navigate) } });
  } catch {
    told = {};
    const { title, ...options } = SITE.notice;
    await self.registration.showNotification(title, { ...options, data: { url: here(SITE.home) } });
  }
  if (Array.isArray(told.open)) await closeWithdrawn([...told.open, told.notification.tag]);
  if (Number.isInteger(told.app_badge)) await setBadge(told.app_badge);
}

async function closeWithdrawn(open) {
  for (const shown of await self.registration.getNotifications())
    if (!open.includes(shown.tag)) shown.close();
}

async function setBadge(count) {
  await self.navigator.setAppBadge?.(count).catch(() => {}); // 0 takes it away
}

async function lead(url) {
  const path = (address) => new URL(address).pathname;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((page) => path(page.url) === path(url));
  await (there ? there.focus() : self.clients.openWindow(url));
}

// The next page tells the server (notices/push.js).
async function subscribeAgain({ oldSubscription, newSubscription }) {
  if (newSubscription || !oldSubscription) return;
  await self.registration.pushManager.subscribe(oldSubscription.options);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

// From pages, which know what is still news.
self.addEventListener("message", (event) => {
  const { open, app_badge: badge } = event.data ?? {};
  if (Array.isArray(open)) event.waitUntil(closeWithdrawn(open));
  if (Number.isInteger(badge)) event.waitUntil(setBadge(badge));
});

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { method, mode, destination, headers, url } = event.request;
  const { origin, pathname: path, search } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.has("Range")) return;
  if (mode === "navigate") {
    const isPage = destination === "document" && !path.startsWith(SITE.admin);
    if (isPage) event.respondWith(page(event));
  } else if (path.startsWith(SITE.static) && !search) {
    if (HASHED.test(path)) event.respondWith(file(event, path));
    // Without hashes, while the site is worked on: the newest there is.
    else if (SITE.files.includes(path))
      event.respondWith(fetch(event.request).catch(() => kept(path)));
  }
});
