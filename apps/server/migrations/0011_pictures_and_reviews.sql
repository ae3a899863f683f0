-- Pictures for the guide, the gallery and reviews, made anew from their pixels and small enough to serve unchanged
-- (docs/rules.md §11.14). One that is not shown is seen by staff alone.
create table pictures (
  id text primary key check (id ~ '^[\w-]{16,22}$'),
  -- A JPEG gets no smaller.
  jpeg bytea storage external not null check (length(jpeg) <= 1000000),
  width integer not null check (width between 1 and 1280),
  height integer not null check (height between 1 and 1280),
  is_shown boolean not null,
  made_at timestamptz not null
);

-- The owner's photographs for the site's gallery, in this order; published while their picture is shown (docs/rules.md §11.16).
create table gallery_photos (
  id integer generated always as identity primary key,
  picture_id text not null unique references pictures,
  caption text not null check (caption <> ''),
  taken_on date,
  place integer not null,
  added_at timestamptz not null
);
create index gallery_photos_in_order on gallery_photos (place, id);

-- One review per trip, by its customer; the owner publishes it.
create table reviews (
  id integer generated always as identity primary key,
  booking_id integer not null unique references bookings,
  user_id integer not null references users,
  stars smallint not null check (stars between 1 and 5),
  review_text text not null,
  -- Up to three pictures, and when its guest said that everyone in them agrees.
  pictures text[] not null default '{}' check (cardinality(pictures) <= 3),
  everyone_agreed_at timestamptz,
  -- What helps most: words and pictures, then words, then pictures, then stars alone; never how many stars.
  helps smallint not null generated always as (
    (review_text <> '')::integer * 2 + (cardinality(pictures) > 0)::integer) stored,
  status text not null default 'NEW' check (status in ('NEW', 'PUBLISHED', 'HIDDEN')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (pictures = '{}' or everyone_agreed_at is not null)
);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_new on reviews (id) where status = 'NEW';
create index reviews_user on reviews (user_id, id);
-- Of reviews that help alike, the one that says more comes first (docs/rules.md §11.15).
create index reviews_most_helpful on reviews (helps desc, length(review_text) desc, created_at desc, id desc)
  where status = 'PUBLISHED';
