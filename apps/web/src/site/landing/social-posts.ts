const INSTAGRAM_POST = /^https:\/\/(?:www\.)?instagram\.com\/(?:p|reel|tv)\/[\w-]+/

/** The embed address of a post; other addresses are assumed to be embeddable already. */
export function embedAddress(post: string): string {
  const [address] = post.match(INSTAGRAM_POST) ?? []
  return address ? `${address}/embed` : post
}
