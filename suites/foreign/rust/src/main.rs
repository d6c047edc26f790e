//! The checks of rust-s3 in rust.sh. Usage: clients ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3
//!
//! What is written through one data center is read through another. Prints a line for each check;
//! its last one is "N passed, N failed".

use s3::bucket_ops::BucketConfiguration;
use s3::creds::Credentials;
use s3::error::S3Error;
use s3::region::Region;
use s3::{Bucket, Tag};
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

const NAME: &str = "rust-s3";
const LARGE: usize = (20 << 20) + 1;

struct Checks {
    passed: usize,
    failed: usize,
}

impl Checks {
    fn check(&mut self, what: &str, outcome: Outcome) {
        match outcome {
            Ok(()) => {
                self.passed += 1;
                println!("PASSED: rust-s3: {what}");
            }
            Err(error) => {
                self.failed += 1;
                println!("FAILED: rust-s3: {what}\n  {error}");
            }
        }
    }
}

fn region(endpoint: &str) -> Region {
    Region::Custom {
        region: std::env::var("AWS_DEFAULT_REGION").expect("AWS_DEFAULT_REGION is set"),
        endpoint: endpoint.to_string(),
    }
}

fn credentials() -> Credentials {
    Credentials::from_env().expect("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set")
}

fn holds(what: bool, otherwise: impl Into<String>) -> Outcome {
    if what { Ok(()) } else { Err(otherwise.into().into()) }
}

fn refused<T>(code: u16, result: Result<T, S3Error>) -> Outcome {
    match result {
        Ok(_) => Err("was not refused".into()),
        Err(S3Error::HttpFailWithBody(status, body)) => {
            holds(status == code, format!("expected {code}: {status} {body}"))
        }
        Err(other) => Err(other.into()),
    }
}

fn content() -> Vec<u8> {
    // A linear congruential generator: nothing that repeats within a stripe.
    let mut state: u64 = 11;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    })
    .take(LARGE)
    .collect()
}

fn create(endpoint: &str) -> Outcome {
    let made =
        Bucket::create_with_path_style(NAME, region(endpoint), credentials(), BucketConfiguration::default())?;
    holds(made.success(), made.response_text)
}

fn put_and_get(one: &Bucket, two: &Bucket) -> Outcome {
    one.put_object("folder/small ü+.txt", b"small")?;
    holds(two.get_object("folder/small ü+.txt")?.as_slice() == b"small", "other bytes")
}

fn upload_in_parts(one: &Bucket, two: &Bucket, bytes: &[u8]) -> Outcome {
    one.put_object_stream(&mut &bytes[..], "folder/large")?;
    let mut got = Vec::new();
    two.get_object_to_writer("folder/large", &mut got)?;
    holds(got == bytes, format!("{} other bytes", got.len()))
}

fn range(two: &Bucket, bytes: &[u8]) -> Outcome {
    let (from, to) = (5_000_000, 9_000_000);
    let got = two.get_object_range("folder/large", from as u64, Some(to as u64))?;
    holds(got.as_slice() == &bytes[from..=to], "other bytes")
}

fn head(two: &Bucket) -> Outcome {
    let (found, status) = two.head_object("folder/large")?;
    holds(status == 200 && found.content_length == Some(LARGE as i64), format!("{found:?}"))
}

fn list(two: &Bucket) -> Outcome {
    let pages = two.list("".to_string(), Some("/".to_string()))?;
    let folders: Vec<_> = pages.iter().flat_map(|page| page.common_prefixes.iter().flatten()).collect();
    holds(folders.len() == 1 && folders[0].prefix == "folder/", format!("{folders:?}"))?;
    let keys: Vec<_> =
        two.list("folder/".to_string(), None)?.into_iter().flat_map(|page| page.contents).map(|each| each.key).collect();
    holds(keys == ["folder/large", "folder/small ü+.txt"], format!("{keys:?}"))
}

fn copy(one: &Bucket, two: &Bucket, bytes: &[u8]) -> Outcome {
    one.copy_object_internal("folder/large", "copied")?;
    holds(two.get_object("copied")?.as_slice() == bytes, "other bytes")
}

fn tags(one: &Bucket, two: &Bucket) -> Outcome {
    one.put_object_tagging("copied", &[("a", "b")])?;
    let (tags, _): (Vec<Tag>, u16) = two.get_object_tagging("copied")?;
    holds(tags.len() == 1 && tags[0].key() == "a" && tags[0].value() == "b", "other tags")
}

fn links(one: &Bucket, two: &Bucket) -> Outcome {
    let written = put_by_curl(&one.presign_put("linked", 600, None, None)?, "linked")?;
    holds(written == 200, format!("{written}"))?;
    holds(two.get_object("linked")?.as_slice() == b"linked", "other bytes")
}

/// Puts with a program that knows nothing of S3.
fn put_by_curl(url: &str, body: &str) -> Result<u16, Box<dyn Error>> {
    let done = std::process::Command::new("curl")
        .args(["--silent", "--output", "/dev/null", "--write-out", "%{http_code}"])
        .args(["--request", "PUT", "--data-binary", body, url])
        .output()?;
    Ok(String::from_utf8(done.stdout)?.parse()?)
}

fn delete(one: &Bucket, two: &Bucket) -> Outcome {
    one.delete_object("copied")?;
    refused(404, two.get_object("copied"))
}

fn remove(one: &Bucket, two: &Bucket) -> Outcome {
    for page in one.list("".to_string(), None)? {
        for each in page.contents {
            one.delete_object(each.key)?;
        }
    }
    one.delete()?;
    holds(!two.exists()?, "the bucket is still there")
}

fn main() -> Result<(), Box<dyn Error>> {
    let endpoints: Vec<String> = std::env::args().skip(1).collect();
    let buckets: Vec<Box<Bucket>> = endpoints
        .iter()
        .map(|each| Ok(Bucket::new(NAME, region(each), credentials())?.with_path_style()))
        .collect::<Result<_, S3Error>>()?;
    let [one, two, three] = buckets.as_slice() else {
        return Err("give three endpoints".into());
    };
    let bytes = content();
    let mut checks = Checks { passed: 0, failed: 0 };
    checks.check("a bucket", create(&endpoints[0]));
    checks.check("put, and get elsewhere", put_and_get(one, two));
    checks.check("a stream in parts, and elsewhere to a writer", upload_in_parts(two, three, &bytes));
    checks.check("a range", range(one, &bytes));
    checks.check("head", head(two));
    checks.check("lists, and folders", list(three));
    checks.check("copy", copy(one, two, &bytes));
    checks.check("tags", tags(two, three));
    checks.check("a link to put", links(three, one));
    checks.check("delete", delete(one, two));
    checks.check("what never was is refused", refused(404, three.get_object("never")));
    checks.check("the bucket is removed", remove(three, one));
    println!("{} passed, {} failed", checks.passed, checks.failed);
    Ok(())
}
