/** Where the browser blocks storage, reading `localStorage` throws: the page then keeps what it stores until it is left (docs/rules.md §11.29). */
export function replaceBlockedStorage(page: object): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      void (page as Window)[name]
    } catch {
      Object.defineProperty(page, name, { value: new PageStorage() })
    }
}

/** As the browser's own, its keys are those of the object. */
class PageStorage {
  [key: string]: unknown

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem(key: string, value: string) {
    this[key] = value
  }

  removeItem(key: string) {
    delete this[key]
  }
}
