import org.quartz.*;
import org.quartz.impl.StdSchedulerFactory;
import java.util.Properties;
import java.util.concurrent.atomic.*;

/** Quartz with a RAMJobStore, 4 workers, N threads schedule/pause/resume/unschedule while jobs fire. args: threads jobs */
public class QuartzLoad {
    static final AtomicLong fired = new AtomicLong();
    @PersistJobDataAfterExecution
    public static class J implements Job { public void execute(JobExecutionContext c) { fired.incrementAndGet(); JobDataMap m = c.getJobDetail().getJobDataMap(); m.put("n", m.containsKey("n") ? m.getInt("n") + 1 : 1); } }
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), jobs = W.arg(a, 1, 2000);
        Properties p = new Properties();
        p.put("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool"); p.put("org.quartz.threadPool.threadCount", "4");
        p.put("org.quartz.scheduler.skipUpdateCheck", "true"); p.put("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        Scheduler s = new StdSchedulerFactory(p).getScheduler(); s.start();
        W.threads(n, id -> {
            for (int i = 0; i < jobs; i++) {
                JobKey k = new JobKey("j" + i, "g" + id);
                s.scheduleJob(JobBuilder.newJob(J.class).withIdentity(k).build(), TriggerBuilder.newTrigger().withIdentity("t" + i, "g" + id).startNow().withSchedule(SimpleScheduleBuilder.simpleSchedule().withIntervalInMilliseconds(1).withRepeatCount(2)).build());
                if (i % 7 == 0) { s.pauseJob(k); s.resumeJob(k); }
                if (i % 11 == 0) s.deleteJob(k);
                if (i % 100 == 0) s.getCurrentlyExecutingJobs();
            }
        });
        for (int i = 0; i < 400 && !s.getTriggerKeys(org.quartz.impl.matchers.GroupMatcher.anyTriggerGroup()).isEmpty(); i++) Thread.sleep(25);
        s.shutdown(true);
        W.done("quartz", fired.get());
        System.exit(0);
    }
}
