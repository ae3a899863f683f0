-- Of reviews that help alike, the one that says more comes first (docs/rules.md §11.15).
drop index reviews_most_helpful;
create index reviews_most_helpful on reviews (helps desc, length(review_text) desc, created_at desc, id desc)
  where status = 'PUBLISHED';
