import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The checks of hadoop.sh. What is written through one data center is read through another. Prints
 * a line for each check; its last one is "N passed, N failed".
 *
 * <p>Usage: java -cp JARS S3a.java ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3
 */
public final class S3a {
    private static final String BUCKET = "hadoop";
    private static final int MEBIBYTE = 1 << 20;

    private final List<FileSystem> systems = new ArrayList<>();
    private final AtomicInteger jobs = new AtomicInteger();
    private int passed;
    private int failed;

    private interface Test {
        void run() throws Exception;
    }

    public static void main(String[] endpoints) throws Exception {
        S3a checks = new S3a();
        createBucket(endpoints[0]);
        for (String endpoint : endpoints) {
            checks.systems.add(FileSystem.newInstance(URI.create("s3a://" + BUCKET), settings(endpoint)));
        }
        checks.check("S3A: a large file, read from its middle", checks::largeFile);
        checks.check("S3A: create only what is not there", checks::createOnly);
        checks.check("S3A: folders, their lists and sizes", checks::folders);
        checks.check("S3A: a file is renamed", checks::renameFile);
        checks.check("S3A: a folder of files is renamed, and deleted", checks::renameFolder);
        checks.check("magic committer: nothing is there before the job is committed", () ->
                checks.committer("magic", false));
        checks.check("magic committer: what a task wrote that was given up never is", () ->
                checks.committer("magic", true));
        checks.check("directory committer: a job of two tasks", () -> checks.committer("directory", false));
        for (FileSystem system : checks.systems) {
            system.close();
        }
        System.out.printf("%d passed, %d failed%n", checks.passed, checks.failed);
        System.exit(0);
    }

    /** What connect-clients.md names; the key is in the environment. */
    private static Configuration settings(String endpoint) {
        Configuration settings = new Configuration();
        settings.set("fs.s3a.endpoint", endpoint);
        settings.set("fs.s3a.endpoint.region", region());
        settings.set("fs.s3a.path.style.access", "true");
        settings.set("fs.s3a.connection.ssl.enabled", "false");
        settings.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
        return settings;
    }

    private static String region() {
        return System.getenv("AWS_DEFAULT_REGION");
    }

    /** S3A makes no buckets. */
    private static void createBucket(String endpoint) {
        try (S3Client s3 =
                S3Client.builder()
                        .endpointOverride(URI.create(endpoint))
                        .region(Region.of(region()))
                        .forcePathStyle(true)
                        .build()) {
            s3.createBucket(bucket -> bucket.bucket(BUCKET));
        }
    }

    private void check(String what, Test test) {
        try {
            test.run();
            passed++;
            System.out.println("PASSED: " + what);
        } catch (Exception | AssertionError failure) {
            failed++;
            System.out.println("FAILED: " + what);
            failure.printStackTrace(System.out);
        }
    }

    private static void same(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    private FileSystem through(int dataCenter) {
        return systems.get(dataCenter - 1);
    }

    private static void write(FileSystem system, String name, byte[] content) throws IOException {
        try (var out = system.create(new Path(name), false)) {
            out.write(content);
        }
    }

    private static byte[] read(FileSystem system, String name) throws IOException {
        try (var in = system.open(new Path(name))) {
            return in.readAllBytes();
        }
    }

    private static List<String> names(FileSystem system, String folder) throws IOException {
        return Arrays.stream(system.listStatus(new Path(folder)))
                .map(FileStatus::getPath)
                .map(Path::getName)
                .sorted()
                .toList();
    }

    private void largeFile() throws IOException {
        byte[] content = new byte[70 * MEBIBYTE + 1];
        new Random(7).nextBytes(content);
        write(through(1), "/large", content);
        same((long) content.length, through(2).getFileStatus(new Path("/large")).getLen());
        same(true, Arrays.equals(content, read(through(2), "/large")));
        byte[] part = new byte[1000];
        try (var in = through(3).open(new Path("/large"))) {
            in.seek(60L * MEBIBYTE);
            in.readFully(part);
            same(true, Arrays.equals(content, 60 * MEBIBYTE, 60 * MEBIBYTE + 1000, part, 0, 1000));
            in.readFully(5, part);
            same(true, Arrays.equals(content, 5, 1005, part, 0, 1000));
        }
    }

    private void createOnly() throws IOException {
        write(through(1), "/once", new byte[] {1});
        try {
            write(through(2), "/once", new byte[] {2});
            throw new AssertionError("created twice");
        } catch (FileAlreadyExistsException expected) {
            same((byte) 1, read(through(3), "/once")[0]);
        }
    }

    private void folders() throws IOException {
        same(true, through(1).mkdirs(new Path("/a/b/c")));
        same(true, through(2).getFileStatus(new Path("/a/b")).isDirectory());
        write(through(3), "/a/b/ü+ä %25", new byte[100]);
        same(List.of("c", "ü+ä %25"), names(through(1), "/a/b"));
        same(100L, through(2).getContentSummary(new Path("/a")).getLength());
        try {
            through(3).delete(new Path("/a"), false);
            throw new AssertionError("deleted what is not empty");
        } catch (IOException expected) {
            same(true, through(1).delete(new Path("/a"), true));
        }
        same(false, through(2).exists(new Path("/a/b")));
    }

    private void renameFile() throws IOException {
        same(true, through(2).rename(new Path("/large"), new Path("/moved")));
        same(false, through(1).exists(new Path("/large")));
        same(70L * MEBIBYTE + 1, through(3).getFileStatus(new Path("/moved")).getLen());
    }

    private void renameFolder() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int number = 100; number < 160; number++) {
            write(through(1), "/from/" + number, Integer.toString(number).getBytes());
            expected.add(Integer.toString(number));
        }
        same(true, through(2).rename(new Path("/from"), new Path("/to")));
        same(expected, names(through(3), "/to"));
        for (String name : expected) {
            same(name, new String(read(through(3), "/to/" + name)));
        }
        same(true, through(1).delete(new Path("/to"), true));
        try {
            names(through(2), "/to");
            throw new AssertionError("lists what was deleted");
        } catch (FileNotFoundException deleted) {
            same(false, through(3).exists(new Path("/from")));
        }
    }

    /** A job of two tasks, at two data centers; a third one is given up where asked for. */
    private void committer(String name, boolean giveUp) throws Exception {
        String folder = "/" + name + (giveUp ? "-given-up" : "");
        Job job = job(systems.get(0).getConf(), name, folder);
        var id = new JobID("202601010000", jobs.incrementAndGet());
        var jobContext = new JobContextImpl(job.getConfiguration(), id);
        OutputCommitter committer = committer(task(job, id, 0));
        committer.setupJob(jobContext);
        for (int number = 0; number < (giveUp ? 3 : 2); number++) {
            TaskAttemptContext task = task(job, id, number);
            OutputCommitter ofTask = committer(task);
            ofTask.setupTask(task);
            writeRows(task);
            if (number == 2) {
                ofTask.abortTask(task);
            } else {
                same(true, ofTask.needsTaskCommit(task));
                ofTask.commitTask(task);
            }
            same(List.of(), parts(folder));
        }
        committer.commitJob(jobContext);
        same(List.of("part-r-00000", "part-r-00001"), parts(folder));
        same("row 0\nrow 1\nrow 2\n", new String(read(through(2), folder + "/part-r-00001")));
        String report = new String(read(through(3), folder + "/_SUCCESS"));
        same(true, report.contains("\"committer\":\"" + name + "\""));
    }

    private static Job job(Configuration settings, String committer, String folder) throws IOException {
        Configuration own = new Configuration(settings);
        own.set("fs.s3a.committer.name", committer);
        own.set("mapreduce.outputcommitter.factory.scheme.s3a", "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
        own.setBoolean("fs.s3a.committer.staging.unique-filenames", false);
        own.set("fs.defaultFS", "file:///");
        Job job = Job.getInstance(own);
        TextOutputFormat.setOutputPath(job, new Path("s3a://" + BUCKET + folder));
        return job;
    }

    private static TaskAttemptContext task(Job job, JobID id, int number) {
        var attempt = new TaskAttemptID(new TaskID(id, TaskType.REDUCE, number), 0);
        var settings = new Configuration(job.getConfiguration());
        settings.set("mapreduce.task.attempt.id", attempt.toString());
        settings.setInt("mapreduce.job.application.attempt.id", 0);
        return new TaskAttemptContextImpl(settings, attempt);
    }

    private static OutputCommitter committer(TaskAttemptContext task) throws Exception {
        return new TextOutputFormat<NullWritable, Text>().getOutputCommitter(task);
    }

    private static void writeRows(TaskAttemptContext task) throws Exception {
        // The format asks for its committer again, and writes where that one says.
        RecordWriter<NullWritable, Text> rows = new TextOutputFormat<NullWritable, Text>().getRecordWriter(task);
        for (int row = 0; row < 3; row++) {
            rows.write(NullWritable.get(), new Text("row " + row));
        }
        rows.close(task);
    }

    /** The parts that readers would see: names that begin with a line or a point are not. */
    private List<String> parts(String folder) throws IOException {
        return names(through(2), folder).stream().filter(each -> each.startsWith("part-")).toList();
    }
}
