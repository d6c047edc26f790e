"""Changes versitygw's tests where they take their own gateway's users and buckets for S3's.

Usage: patch.py tests/integration

- A user is one that the program beside the tests, users.py, names: keys are not for clients to choose.
- Owners, also expected ones, and grantees are named by the canonical user id of their account, and
  groups by their URI.
- Versions that there are not have an id as Giza makes them.
- Buckets have names of their own in each test, GIZA_SUITE_TEST: some tests leave what is locked.
"""

import base64
import pathlib
import re
import struct
import sys
import uuid

FUNCTIONS = {
    "getUser": """func getUser(role string) user {
	made := askUsers("user", role)
	if len(made) != 2 {
		panic(fmt.Sprintf("no user: %v", made))
	}
	return user{access: made[0], secret: made[1], role: role}
}

func askUsers(arguments ...string) []string {
	out, err := execCommand(arguments...)
	if err != nil {
		panic(fmt.Sprintf("%v: %v %s", arguments, err, out))
	}
	return strings.Fields(string(out))
}

// canonicalID returns the canonical user id of the account of an access key.
func canonicalID(access string) *string {
	return &askUsers("canonical-id", access)[0]
}

// grantee returns the account of an access key as headers name it.
func grantee(access string) *string {
	return getPtr("id=" + *canonicalID(access))
}

// groups has the URIs of the groups that the tests name.
var groups = map[string]string{"all-users": "http://acs.amazonaws.com/groups/global/AllUsers"}
""",
    "getBucketName": """func getBucketName() string {
	val := bcktCount.Add(1)
	return fmt.Sprintf("test-%s-bucket-%v", os.Getenv("GIZA_SUITE_TEST"), val)
}
""",
    "compareGrants": """func compareGrants(grts1, grts2 []types.Grant) bool {
	name := func(each *types.Grantee) string {
		if each.Type == types.TypeGroup && each.ID != nil {
			return groups[*each.ID]
		}
		return getString(each.ID) + getString(each.URI)
	}
	return slices.EqualFunc(grts1, grts2, func(one, other types.Grant) bool {
		return one.Permission == other.Permission && one.Grantee.Type == other.Grantee.Type &&
			name(one.Grantee) == name(other.Grantee)
	})
}
""",
}

KEY = r"(\w+\.(?:access|awsID))"

# What is replaced in all files, and how often at least.
TEXTS = (
    (rf"(\bID:\s+)&{KEY},", r"\1canonicalID(\2),", 20),
    (rf"(\bID:\s+)getPtr\({KEY}\),", r"\1canonicalID(\2),", 2),
    (rf"(\bGrant(?:FullControl|Read|ReadACP|Write|WriteACP):\s+)&{KEY},", r"\1grantee(\2),", 5),
    (rf"(\bGrant(?:FullControl|Read|ReadACP|Write|WriteACP) = )&{KEY}", r"\1grantee(\2)", 5),
    (rf"(getString\((?:\w+\.Owner|grt\.Grantee)\.ID\) != ){KEY}", r"\1*canonicalID(\2)", 10),
    (rf"(ExpectedBucketOwner:\s+)&{KEY},", r"\1canonicalID(\2),", 3),
)


# Ids of versions as that gateway makes them.
VERSION = r"\b01[0-9A-HJKMNP-TV-Z]{24}\b"


def version_id(match):
    """Returns an id of the first version of a row, which no version has."""
    put = uuid.uuid5(uuid.NAMESPACE_OID, match.group()).bytes
    return base64.urlsafe_b64encode(struct.pack(">qq", 0, 1) + put).decode().rstrip("=")


def replace_functions(text):
    for name, function in FUNCTIONS.items():
        text, count = re.subn(rf"(?ms)^func {name}\(.*?^\}}\n", lambda _: function, text)
        if count != 1:
            raise LookupError(f"there is no {name}")
    if '"slices"' not in text:
        text = text.replace("import (\n", 'import (\n\t"slices"\n', 1)
    if '"os"' not in text:
        text = text.replace("import (\n", 'import (\n\t"os"\n', 1)
    return text


def main():
    folder = pathlib.Path(sys.argv[1])
    utils = folder / "utils.go"
    utils.write_text(replace_functions(utils.read_text()))
    counts = [0] * len(TEXTS)
    for file in folder.glob("*.go"):
        text = file.read_text()
        for i, (pattern, replacement, _) in enumerate(TEXTS):
            text, count = re.subn(pattern, replacement, text)
            counts[i] += count
        text = re.sub(VERSION, version_id, text)
        file.write_text(text)
    if any(count < least for count, (_, _, least) in zip(counts, TEXTS)):
        raise LookupError(f"the tests name their users in another way: {counts}")


if __name__ == "__main__":
    main()
