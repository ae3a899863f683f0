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
